// What our scripts meet and TypeScript does not know, for `make lint`. An element is whatever its selector says: only
// the template knows that it is a form or has a value; so is what an event brings.

type Listener = (event: any) => void;
type Listening = boolean | AddEventListenerOptions;

interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Document {
  getElementById(id: string): any;
  elementFromPoint(x: number, y: number): any;
  activeElement: any;
  addEventListener(type: string, listener: Listener, options?: Listening): void;
}
interface EventTarget {
  addEventListener(type: string, listener: Listener, options?: Listening): void;
}
interface ServiceWorkerContainer {
  addEventListener(type: string, listener: Listener, options?: Listening): void;
}
declare function addEventListener(type: string, listener: Listener, options?: Listening): void;

// What was just looked up in a cache is there, and an answer that is read has a body.
interface Cache {
  match(request: RequestInfo, options?: CacheQueryOptions): Promise<any>;
}

// Of some browsers, or some events, alone.
interface Navigator {
  readonly connection?: { saveData?: boolean; effectiveType?: string };
}
interface PerformanceEntry {
  readonly type?: string;
}
interface Navigator {
  readonly standalone?: boolean;
}
interface ServiceWorkerRegistration {
  readonly sync?: { register(tag: string): Promise<void> };
}

// django_htmx/htmx-2.min.js
declare const htmx: {
  ajax(verb: string, path: string, context: { source: Element } | { target: string; swap: string }): Promise<void>;
  trigger(element: Element, name: string, detail: object): boolean;
  swap(target: string, content: string, how: { swapStyle: string }): void;
};

// What was tapped before the page's scripts were there (templates/first.js).
declare var firstTaps: any[] | null;

// Of the service worker; KEPT is written by views/kept.py.
declare const KEPT: {
  release: string; hashed: boolean; static: string; shell: string[]; signs_out: string; pages: string[]; icon: string;
};
declare const clients: {
  get(id: string): Promise<any>; matchAll(asked: { type: string }): Promise<any[]>; claim(): Promise<void>;
  openWindow(url: string): Promise<any>;
};
declare const registration: ServiceWorkerRegistration;
declare function skipWaiting(): Promise<void>;
