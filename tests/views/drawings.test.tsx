import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Face } from '../../src/views/ui/Face'

/** An empty state shows a file, so that no screen downloads the code of all faces for it. */
it.each([
  ['empty', <Face key="empty" xmlns="http://www.w3.org/2000/svg" className="" shape="drop" eyes="dots" hue="mist" />],
  ['noMatch', <Face key="noMatch" xmlns="http://www.w3.org/2000/svg" className="" kind="glasses" />],
  [
    'failed',
    <Face key="failed" xmlns="http://www.w3.org/2000/svg" className="" shape="octagon" eyes="dashes" hue="coral" />,
  ],
])('the drawing of %s is a face', async (name, face) => {
  const drawing = renderToStaticMarkup(face).replace(/ class="[^"]*"/g, '')
  await expect(`${drawing}\n`).toMatchFileSnapshot(`../../src/views/ui/faces/${name}.svg`)
})
