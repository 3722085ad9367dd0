/** What an operator runs beside the server, built as `dist/tools/NAME.js` for where no development packages are. */
export const tools = ['archive', 'backup', 'restore', 'doctor', 'operators', 'trail']
