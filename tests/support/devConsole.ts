import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { type Product, startProduct, temporaryFolder } from './product'

export interface DevConsole {
  url: string
  product: Product
  dispose(): Promise<void>
}

/** The console from its sources in front of the built server, like a first `npm run dev`, on free ports. */
export const startDevConsole = async (): Promise<DevConsole> => {
  const own = temporaryFolder()
  const product = await startProduct()
  const vite = await createServer({
    configFile: 'vite.config.ts',
    logLevel: 'error',
    cacheDir: join(own, 'vite'),
    server: { port: 0, proxy: { '/api': product.url } },
  })
  await vite.listen()
  const url = vite.resolvedUrls?.local[0]
  if (!url) throw new Error('Vite tells no address')
  return {
    url: url.replace(/\/$/, ''),
    product,
    dispose: async () => {
      await vite.close()
      await product.dispose()
      rmSync(own, { recursive: true, force: true })
    },
  }
}
