import { toByteString } from '@kubesem/core';

const LIMB = 4_294_967_296;

/**
 * Returns the hash FNV-1a of a text with 128 bits, as text in the order of its bytes. The number is four limbs of 32 bits, `a` first.
 *
 * Source: RFC 9923.
 */
export function fnv128(text: string): string {
  let a = 0x6c62272e;
  let b = 0x07bb0142;
  let c = 0x62b82175;
  let d = 0x6295c58d;
  const bytes = toByteString(text);
  for (let index = 0; index < bytes.length; index++) {
    d = (d ^ bytes.charCodeAt(index)) >>> 0;
    // Multiplies by 2 ** 88 + 0x13b: first the part that moves up by 88 bits, then the sums with their carries.
    const upperA = ((d >>> 8) | (c << 24)) >>> 0;
    const upperB = (d << 24) >>> 0;
    const sumD = d * 0x13b;
    const sumC = c * 0x13b + Math.floor(sumD / LIMB);
    const sumB = b * 0x13b + Math.floor(sumC / LIMB) + upperB;
    const sumA = a * 0x13b + Math.floor(sumB / LIMB) + upperA;
    [a, b, c, d] = [sumA >>> 0, sumB >>> 0, sumC >>> 0, sumD >>> 0];
  }
  return [a, b, c, d].map((limb) => limb.toString(16).padStart(8, '0')).join('');
}
