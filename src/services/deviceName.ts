import Bowser from 'bowser'

/** "Firefox on Windows" */
export const deviceName = (device: string): string => {
  const { browser, os } = Bowser.parse(device)
  const known = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return known.length > 0 ? known.join(' on ') : device
}
