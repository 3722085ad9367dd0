const accounts = '/twitter/accounts?group='
const groups = '/groups'
const roles = '/ai-roles?skip=0&limit=100'

const reads: Record<string, string[]> = {
  home: [roles, groups, accounts],
  'ai-character': [roles],
  'media-agent': [accounts],
  group: [groups],
  history: ['/tasks/?limit=100'],
}

/** What the list screen at a path of the console reads first, below the API's base; a test holds it to the truth. */
export const firstReadsOf = (path: string): string[] => {
  const [, area, section = '', detail] = path.split('/')
  return (area === 'admin' && !detail && reads[section || 'ai-character']) || []
}
