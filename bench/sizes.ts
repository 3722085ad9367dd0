import { downloadOf, fontSize, type Visit, visits } from '../tests/support/bundle'

const kilobytes = (bytes: number) => Number((bytes / 1000).toFixed(1))

/** Prints what each visit downloads before the page can be used, in KB (1000 bytes) after brotli. */
export const benchSizes = () => {
  console.log('Download before the page can be used, KB brotli')
  console.table(
    Object.fromEntries(
      (Object.keys(visits) as Visit[]).map((visit) => {
        const { javascript, html, css } = downloadOf(visit)
        return [
          visit,
          {
            javascript: kilobytes(javascript),
            html: kilobytes(html),
            css: kilobytes(css),
            'fonts, all': kilobytes(fontSize()),
          },
        ]
      }),
    ),
  )
}
