// The service worker.
import "./shared.js";
import "./worker/requests.js";
