/** The names that a browser on this machine uses, whatever else the server is called. */
export const loopbackNames = ['127.0.0.1', 'localhost', '::1']
