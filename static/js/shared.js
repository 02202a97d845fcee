// What keeps hands and brings them back, for pages and the service worker alike.
import "./queue/store.js";
import "./queue/post.js";
import "./engine/files.js";
import "./engine/copies.js";
import "./engine/return.js";
import "./queue/send.js";
