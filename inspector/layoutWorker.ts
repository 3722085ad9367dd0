/** In a worker this file answers the messages of `elkjs/lib/elk-api`. */
import 'elkjs/lib/elk-worker.min.js'
