import { fontFiles, needed, readManifest, wireSize } from '../support/bundle'

const routes = {
  '/': ['index.html', 'src/views/landing/Landing.tsx'],
  '/login': ['index.html', 'src/views/auth/Login.tsx'],
  '/admin/home': ['index.html', 'src/views/layout/AdminLayout.tsx', 'src/views/reply/HomeScreen.tsx'],
}

const kilobytes = (files: string[]) => Number((files.reduce((sum, file) => sum + wireSize(file), 0) / 1000).toFixed(1))

/** Initial JavaScript, styles and fonts per route, in KB after brotli. */
export const benchSizes = () => {
  const manifest = readManifest()
  console.log('Initial download, KB brotli')
  console.table(
    Object.fromEntries(
      Object.entries(routes).map(([route, sources]) => {
        const files = [...new Set(sources.flatMap((source) => [...needed(manifest, source)]))]
        return [
          route,
          {
            javascript: kilobytes(files.filter((file) => file.endsWith('.js'))),
            css: kilobytes(files.filter((file) => file.endsWith('.css'))),
            fonts: kilobytes(fontFiles()),
          },
        ]
      }),
    ),
  )
}
