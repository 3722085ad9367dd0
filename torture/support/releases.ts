import { spawnSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'

const git = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
  return stdout.trim()
}

const run = (folder: string, program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} in ${folder}: ${stdout}${stderr}`)
}

/**
 * The commit that an upgrade begins with by default: the newest tag before this commit, otherwise the last commit
 * without the newest migration.
 */
export const previousRelease = (): string => {
  const tag = git('tag', '--merged', 'HEAD~1', '--sort=-creatordate').split('\n')[0]
  if (tag) return tag
  const newestStep = git('log', '-1', '--format=%H', '--diff-filter=A', '--', 'server/db/migrations')
  return git('rev-parse', `${newestStep}~1`)
}

export interface Build {
  revision: string
  file: string
  remove(): void
}

/** Checks a revision out into `folder`, with its packages, and builds it, in one or two minutes. */
export const buildRelease = (revision: string, folder: string): Build => {
  git('worktree', 'add', '--detach', folder, revision)
  const remove = () => git('worktree', 'remove', '--force', folder)
  try {
    const sameLockfile = git('diff', '--name-only', revision, '--', 'package-lock.json') === ''
    if (sameLockfile) symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    else run(folder, 'npm', 'ci', '--prefer-offline', '--no-audit', '--no-fund')
    run(folder, 'npm', 'run', 'build')
    return { revision: git('rev-parse', '--short', revision), file: join(folder, 'dist/server/main.js'), remove }
  } catch (error) {
    remove()
    throw error
  }
}
