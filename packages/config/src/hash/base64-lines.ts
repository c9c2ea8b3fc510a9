/** Writes base64 as kustomize does: if it is longer than a line of 70 characters, each line ends with a line break. */
export function base64Lines(base64: string): string {
  return base64.length < 70 ? base64 : base64.replace(/.{1,70}/g, '$&\n');
}
