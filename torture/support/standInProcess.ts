// The X stand-in as a process of its own: it outlives the servers that are killed. Arguments: port, data file.
import { startXStandIn } from '../../sandbox/x/standIn'

const [port = '0', dataFile] = process.argv.slice(2)
const standIn = await startXStandIn({ port: Number(port), ...(dataFile ? { dataFile } : {}) })
console.log(`X stand-in: ${standIn.baseUrl}`)
process.once('SIGTERM', () => standIn.close().then(() => process.exit(0)))
