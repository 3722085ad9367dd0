const drawn = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'paint-order',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
] as const

/** The styles of the page are written into the document, so that it looks the same elsewhere. */
export const pictureText = (picture: SVGSVGElement): string => {
  const copy = picture.cloneNode(true)
  if (!(copy instanceof SVGSVGElement)) throw new Error('A copy of a picture is a picture')
  const originals = [picture, ...picture.querySelectorAll('*')]
  const copies = [copy, ...copy.querySelectorAll('*')]
  for (const [index, original] of originals.entries()) {
    const look = getComputedStyle(original)
    copies[index]?.setAttribute('style', drawn.map((name) => `${name}:${look.getPropertyValue(name)}`).join(';'))
    copies[index]?.removeAttribute('class')
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('height', String(picture.viewBox.baseVal.height))
  return new XMLSerializer().serializeToString(copy)
}
