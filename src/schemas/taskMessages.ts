export const taskMessages = { notFound: 'Task not found.', noItems: 'No items found.' } as const
