import { render, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AuthFrame } from '../../src/views/auth/AuthFrame'
import { NotArrived } from '../../src/views/ui/late'

vi.mock('../../src/views/auth/Orbits', () => {
  throw new Error('offline')
})

it('shows the form of a login page whose decoration does not arrive', async () => {
  const complaints = vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <AuthFrame title="Login" lead="Sign in.">
      <form aria-label="Login" />
    </AuthFrame>,
  )
  await waitFor(() => expect(complaints).toHaveBeenCalledWith(expect.any(NotArrived), expect.anything()))
  expect(screen.getByRole('form', { name: 'Login' })).toBeDefined()
  complaints.mockRestore()
})
