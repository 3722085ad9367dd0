import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { defaultMeta } from '../../../src/schemas/system'
import { DeviceProvider } from '../../../src/views/shell/deviceContext'
import { MetaContext } from '../../../src/views/shell/metaContext'
import { forgetMessages } from '../../../src/views/ui/recentMessages'
import { deviceWith } from '../../support/device'

export const draw = (drawn: ReactNode, { path = '/admin/home', device = deviceWith() } = {}) => {
  const { hook, history } = memoryLocation({ path, record: true })
  const view = render(
    <Router hook={hook}>
      <MetaContext value={{ ...defaultMeta, takes_expected: true }}>
        <DeviceProvider device={device}>{drawn}</DeviceProvider>
      </MetaContext>
    </Router>,
  )
  onTestFinished(() => {
    act(forgetMessages)
    delete document.documentElement.dataset.theme
  })
  return { ...view, history, user: userEvent.setup() }
}
