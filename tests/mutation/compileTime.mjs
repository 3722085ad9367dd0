// What Stryker leaves alone: `types` in the `setup` of a machine, which the compiler reads and XState does not.
const isTypesOfSetup = (path) =>
  path.isObjectProperty() &&
  path.node.key.name === 'types' &&
  path.parentPath.parentPath?.isCallExpression() &&
  path.parentPath.parentPath.node.callee.name === 'setup'

const compileTime = {
  shouldIgnore: (path) => (isTypesOfSetup(path) ? 'The types of a setup are read by the compiler alone.' : undefined),
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'compile-time', value: compileTime }]
