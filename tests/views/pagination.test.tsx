import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Pagination, pageNumbers } from '../../src/views/ui'

const shown = (page: number, pages: number) =>
  pageNumbers(page, pages)
    .map((entry) => (entry.kind === 'page' ? entry.page : '…'))
    .join(' ')

describe('the numbered pages', () => {
  it('show the first, the last and the neighbours, and never a gap of one', () => {
    expect(shown(1, 1)).toBe('1')
    expect(shown(1, 3)).toBe('1 2 3')
    expect(shown(1, 10)).toBe('1 2 3 … 10')
    expect(shown(4, 10)).toBe('1 2 3 4 5 … 10')
    expect(shown(5, 10)).toBe('1 … 4 5 6 … 10')
    expect(shown(7, 10)).toBe('1 … 6 7 8 9 10')
    expect(shown(10, 10)).toBe('1 … 8 9 10')
  })
})

describe('the pagination', () => {
  const draw = (page: number, { onPageChange = vi.fn(), onSizeChange = vi.fn() } = {}) => {
    render(
      <Pagination
        page={page}
        pages={3}
        size={5}
        sizes={[5, 10, 15, 20]}
        hrefOf={(number) => `/admin/media-agent?page=${number}`}
        onPageChange={onPageChange}
        onSizeChange={onSizeChange}
      />,
    )
    return { onPageChange, onSizeChange }
  }

  it('says where it is and links to the pages around', () => {
    draw(2)
    expect(screen.getByText('Page 2 of 3')).toBeDefined()
    const links = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link')
    expect(
      links.map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('aria-current')]),
    ).toEqual([
      ['Previous', '/admin/media-agent?page=1', null],
      ['1', '/admin/media-agent?page=1', null],
      ['2', '/admin/media-agent?page=2', 'page'],
      ['3', '/admin/media-agent?page=3', null],
      ['Next', '/admin/media-agent?page=3', null],
    ])
  })

  it('has nothing before the first page and nothing after the last', () => {
    draw(1)
    expect(screen.getByRole('link', { name: 'Previous' }).getAttribute('aria-disabled')).toBe('true')
    expect(screen.getByRole('link', { name: 'Next' }).hasAttribute('aria-disabled')).toBe(false)
  })

  it('goes to a page at a plain click, and leaves any other to the browser', async () => {
    const { onPageChange } = draw(2)
    const next = screen.getByRole('link', { name: 'Next' })
    await userEvent.click(next)
    expect(onPageChange.mock.calls).toEqual([[3]])
    next.addEventListener('click', (event) => event.preventDefault())
    const user = userEvent.setup()
    await user.keyboard('{Control>}')
    await user.click(next)
    expect(onPageChange).toHaveBeenCalledOnce()
  })

  it('offers 5, 10, 15 and 20 rows', async () => {
    const { onSizeChange } = draw(1)
    const select = screen.getByRole('combobox', { name: 'Rows per page' })
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual(['5', '10', '15', '20'])
    await userEvent.selectOptions(select, '15')
    expect(onSizeChange).toHaveBeenCalledWith(15)
  })
})
