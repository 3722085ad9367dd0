export const tools = ['archive', 'backup', 'restore', 'doctor', 'operators', 'trail']
