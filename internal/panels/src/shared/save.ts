/** What a diagram needs of its style when it stands alone. */
const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linejoin'],
  ...['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'opacity'],
];
const PIXEL_RATIO = 2;

/** Returns a diagram as a file of its own: its style is that of the page now. */
export function svgText(diagram: SVGSVGElement): string {
  const copy = diagram.cloneNode(true) as SVGSVGElement;
  const { width, height } = diagram.getBoundingClientRect();
  const originals = [diagram, ...diagram.querySelectorAll('*')];
  for (const [index, element] of [copy, ...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(originals[index] as Element);
    for (const name of STYLES) {
      element.setAttribute(name, style.getPropertyValue(name));
    }
    element.removeAttribute('class');
    element.removeAttribute('style');
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', `${width}`);
  copy.setAttribute('height', `${height}`);
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  background.setAttribute('width', '100%');
  background.setAttribute('height', '100%');
  background.setAttribute('fill', backgroundOf(diagram));
  copy.prepend(background);
  return new XMLSerializer().serializeToString(copy);
}

/** Returns a diagram as a picture, with two pixels for one. */
export async function pngOf(diagram: SVGSVGElement): Promise<Blob> {
  const { width, height } = diagram.getBoundingClientRect();
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgText(diagram))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * PIXEL_RATIO;
  canvas.height = height * PIXEL_RATIO;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)));
  });
}

/** Lets the browser save a file. */
export function saveFile(name: string, content: Blob | string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const color = getComputedStyle(at).backgroundColor;
    if (color !== '' && color !== 'transparent' && !/^rgba\(.*, 0\)$/.test(color)) {
      return color;
    }
  }
  return 'white';
}
