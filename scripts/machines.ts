// node scripts/run.mjs scripts/machines.ts: writes docs/machines.md.
import { writeFileSync } from 'node:fs'
import { machinesDocument } from '../tests/support/machinesDocument'

writeFileSync('docs/machines.md', machinesDocument())
