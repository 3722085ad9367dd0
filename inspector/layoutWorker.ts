/** In a worker it answers what `elkjs/lib/elk-api` asks. */
import 'elkjs/lib/elk-worker.min.js'
