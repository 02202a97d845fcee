// The service worker.
import "./shared.js";
import "./worker/requests.js";
import "./worker/notices.js";
