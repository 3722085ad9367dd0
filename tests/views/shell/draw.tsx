import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { onTestFinished } from 'vitest'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { defaultMeta, type Meta } from '../../../src/schemas/system'
import { DeviceProvider } from '../../../src/views/shell/deviceContext'
import { MetaContext } from '../../../src/views/shell/metaContext'
import { forgetMessages } from '../../../src/views/ui/recentMessages'
import { deviceWith } from '../../support/device'

const ours: Meta = { ...defaultMeta, takes_expected: true }

export const draw = (drawn: ReactNode, { path = '/admin/home', device = deviceWith(), meta = ours } = {}) => {
  const { hook, history } = memoryLocation({ path, record: true })
  const view = render(
    <Router hook={hook}>
      <MetaContext value={meta}>
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
