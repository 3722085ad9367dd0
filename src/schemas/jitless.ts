import * as z from 'zod/mini'

/** The console's content security policy forbids code made from strings. Import this before any schema. */
z.config({ jitless: true })
