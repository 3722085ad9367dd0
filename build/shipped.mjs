// npm run ship -- FOLDER: copies the built server, its tools and the console, with only the imported files of each
// package.
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { tools } from './tools.mjs'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Which folder? npm run ship -- FOLDER')
if (existsSync(folder)) throw new Error(`${folder} exists already: files of an older build would stay in it`)

const entries = ['dist/server/main.js', ...tools.map((name) => `dist/tools/${name}.js`)]
const { fileList } = await nodeFileTrace(entries, { ignore: 'dist/console/**' })
const shipped = ['package.json', 'dist/console', 'dist/words/ranked.json', 'dist/words/listed.txt', ...fileList]
for (const path of shipped) cpSync(path, join(folder, path), { recursive: true })
console.log(`${folder}: ${fileList.size} files besides the console`)
