/**
 * Files of tests that `npm test` leaves to `npm run test:deep`: an operator's long walks in the browser, details of
 * screens that other files cover too, and slow tests. `npm test -- FILE` runs any of them.
 *
 * @type {readonly string[]}
 */
export const deepOnly = [
  'tests/e2e/manualPosting.test.ts',
  'tests/e2e/anotherProvider.test.ts',
  'tests/e2e/connecting.test.ts',
  'tests/e2e/firstFrame.test.ts',
  'tests/e2e/flows.test.ts',
  'tests/e2e/habits.test.ts',
  'tests/e2e/inbox.test.ts',
  'tests/e2e/inspector.test.ts',
  'tests/e2e/interruptions.test.ts',
  'tests/e2e/keyboard.test.ts',
  'tests/e2e/keyboardWalks.test.ts',
  'tests/e2e/longNames.test.ts',
  'tests/e2e/operatorsDay.test.ts',
  'tests/e2e/ownedByTheBrowser.test.ts',
  'tests/e2e/publicPages.test.ts',
  'tests/e2e/queue.test.ts',
  'tests/e2e/reasons.test.ts',
  'tests/e2e/savedReplies.test.ts',
  'tests/e2e/screens.test.ts',
  'tests/e2e/secondFactor.test.ts',
  'tests/e2e/security.test.ts',
  'tests/e2e/shifts.test.ts',
  'tests/security/floods.test.ts',
  'tests/security/regular-expressions.test.ts',
  'tests/server/security/operatorsCommand.test.ts',
  'tests/views/reload/bulkChange.test.tsx',
  'tests/views/reload/csvImport.test.tsx',
  'tests/views/reload/replyFlow.test.tsx',
]
