import { formatQuantity } from '@kubesem/quantity';

/** Formats a number of bytes, such as `1.5GiB`; `N/A` if it is not positive. */
export function bytesToUnits(bytes: number, { precision = 1 } = {}): string {
  if (!Number.isFinite(bytes) || bytes <= 0) {
    return 'N/A';
  }
  const { value, unit } = formatQuantity(bytes, { style: 'bytes', digits: precision });
  return value.toFixed(precision) + unit;
}
