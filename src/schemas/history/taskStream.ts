/**
 * Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): one named `tasks` at the start
 * and after each change of the operator's tasks. Only our server has this address; with other providers the console
 * polls.
 */
export const taskStreamPath = '/tasks/stream'
export const taskEvent = 'tasks'
