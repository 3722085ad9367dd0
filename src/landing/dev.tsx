import '../views/ui/styles/fonts.css'
import { createRoot } from 'react-dom/client'
import { LandingPage } from './LandingPage'

const root = document.getElementById('root')
if (root) createRoot(root).render(<LandingPage />)
