import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Face, type FaceKind } from '../../../src/views/ui/Face'
import { Logo } from '../../../src/views/ui/Logo'

/** An empty state uses a file, so that no screen downloads the code of all faces for it. */
it.each([
  ['empty', <Face key="empty" xmlns="http://www.w3.org/2000/svg" className="" shape="drop" eyes="dots" hue="mist" />],
  ['noMatch', <Face key="noMatch" xmlns="http://www.w3.org/2000/svg" className="" kind="glasses" />],
  [
    'failed',
    <Face key="failed" xmlns="http://www.w3.org/2000/svg" className="" shape="octagon" eyes="dashes" hue="coral" />,
  ],
])('the drawing of %s is a face', async (name, face) => {
  await expect(drawingOf(face)).toMatchFileSnapshot(`../../../src/views/ui/states/faces/${name}.svg`)
})

const rings = [121, 219, 328, 438, 560]

const cast: { kind: FaceKind; x: number; y: number; size: number }[] = [
  { kind: 'wide', x: 287, y: 163, size: 80 },
  { kind: 'plain', x: 585, y: 202, size: 64 },
  { kind: 'calm', x: 17, y: 256, size: 66 },
  { kind: 'wink', x: 510, y: 466, size: 82 },
  { kind: 'smile', x: 134, y: 508, size: 84 },
  { kind: 'glasses', x: 352, y: 718, size: 64 },
]

/** A file has no theme: on a night panel of either, the rings are as light as `--night-line`, with the mark on it. */
const Orbits = () => (
  <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 700 844" aria-hidden="true">
    <g fill="none" stroke="#64adc4" strokeWidth="1.5">
      {rings.map((radius, index) => (
        <circle key={radius} cx="350" cy="422" r={radius} strokeOpacity={(0.3 * (1 - index * 0.13)).toFixed(2)} />
      ))}
    </g>
    <Logo onNight x="286" y="358" width="128" height="128" />
    {cast.map(({ kind, x, y, size }) => (
      <Face key={kind} kind={kind} x={x} y={y} width={size} height={size} />
    ))}
  </svg>
)

it('the drawing of the characters around the logo is a file, so that the login page does not contain it', async () => {
  const drawing = drawingOf(<Orbits />)
  await expect(drawing).toMatchFileSnapshot('../../../src/views/session/orbits.svg')
})

const fills: Record<string, string> = { 'fill-on-night': '#ecf6f7', 'fill-night': '#052a36', 'fill-accent': '#f59f52' }

const drawingOf = (element: ReactElement): string => {
  const drawn = renderToStaticMarkup(element)
    .replace(/ class="([^"]*)"/g, (_, name) => (fills[name] ? ` fill="${fills[name]}"` : ''))
    .replaceAll(' aria-hidden="true"', '')
    .replace(/><\/(?:circle|path)>/g, '/>')
  return `${drawn}\n`
}
