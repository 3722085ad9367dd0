import { messageOf } from '../server/messageOf'

// An error ends the command with its message and without a stack trace. Import this first.
process.on('uncaughtException', (error) => {
  console.error(messageOf(error))
  process.exit(1)
})
