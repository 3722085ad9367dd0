/** In a worker this file answers `elkjs/lib/elk-api`. */
import 'elkjs/lib/elk-worker.min.js'
