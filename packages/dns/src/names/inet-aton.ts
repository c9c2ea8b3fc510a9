/**
 * Reports whether the C libraries read a string as an IPv4 address, as `inet_aton` does: one to four numbers in decimal,
 * octal (`010`) or hexadecimal (`0x8`), of which the last one fills the remaining bytes.
 */
export function isInetAton(text: string): boolean {
  const parts = text.split('.', 5);
  const last = parts.length - 1;
  return (
    last < 4 &&
    parts.every((part, index) => {
      const isNumber = /^(0x[0-9a-f]+|0[0-7]*|[1-9][0-9]*)$/i.test(part);
      const value = /^0[0-7]/.test(part) ? Number.parseInt(part, 8) : Number(part);
      return isNumber && value < (index === last ? 256 ** (4 - last) : 256);
    })
  );
}
