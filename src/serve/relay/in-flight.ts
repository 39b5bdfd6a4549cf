// How much is being posted to each origin. Input: what begins, and of which standing its receiver is. Output: how many more may begin there. New ones are
// counted apart, and not any more once they are slow: nobody waits for them. Decision 0068.

import { SLOW, type Standing } from './turns.ts';

/** For a connection, to one origin, of proven ones: they have what they send at hand when there is one. */
const MOST_WAITING = 16;
/** New ones of one origin at once, that are not slow. */
const NEW_OF_ORIGIN = 16;

type Counted = Exclude<Standing, 'dead'>;

export interface InFlight {
  /** What is answered ends it. */
  began(origin: string, standing: Counted): () => void;
  room(origin: string, standing: Counted): number;
}

/** `connections`: to one origin, of proven ones. */
export function inFlightOf(connections: number, ofNew: number = NEW_OF_ORIGIN): InFlight {
  const most = { proven: connections + MOST_WAITING, new: ofNew };
  const running = new Map<string, number>();
  const count = (what: string, more: 1 | -1): void => {
    const now = (running.get(what) ?? 0) + more;
    if (now === 0) running.delete(what);
    else running.set(what, now);
  };
  return {
    began(origin, standing) {
      const what = `${standing} ${origin}`;
      let isCounted = true;
      const end = (): void => {
        if (isCounted) count(what, -1);
        isCounted = false;
      };
      count(what, 1);
      const timer = standing === 'new' ? setTimeout(end, SLOW).unref() : undefined;
      return () => {
        clearTimeout(timer);
        end();
      };
    },
    room: (origin, standing) => most[standing] - (running.get(`${standing} ${origin}`) ?? 0),
  };
}
