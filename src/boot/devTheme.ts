import { chosenTheme } from '../schemas/theme'

/** The server does this for a built page. */
const theme = chosenTheme(document.cookie)
if (theme) document.documentElement.dataset.theme = theme
