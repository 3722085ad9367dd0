/**
 * Below the API's base, for whoever is signed in: server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html),
 * one named `tasks` at the beginning and after each change of what is answered about the operator's tasks. Only our
 * server has it; whoever has no stream asks again and again.
 */
export const taskStreamPath = '/tasks/stream'
export const taskEvent = 'tasks'
