import './views/ui/app.css'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')

/** The landing page is a document of its own and loads nothing of the console. */
const page = window.location.pathname === '/' ? import('./landing') : import('./console')
page.then(({ start }) => start(root))
