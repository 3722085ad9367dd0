// Writes docs/machines.md: `node scripts/run.mjs scripts/machines.ts`.
import { writeFileSync } from 'node:fs'
import { machinesDocument } from '../tests/support/machinesDocument'

writeFileSync('docs/machines.md', machinesDocument())
