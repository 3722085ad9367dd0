import { vi } from 'vitest'

/** Catches files that the console saves, until `vi.restoreAllMocks`. */
export const catchSavedFiles = (): { name: string; blob: Blob }[] => {
  const saved: { name: string; blob: Blob }[] = []
  let latest: Blob | undefined
  URL.createObjectURL = (blob) => {
    latest = blob instanceof Blob ? blob : undefined
    return 'blob:test'
  }
  URL.revokeObjectURL = () => {}
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (latest) saved.push({ name: this.download, blob: latest })
  })
  return saved
}
