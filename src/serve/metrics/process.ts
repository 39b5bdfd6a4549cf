// What the process can say of itself. Input: nothing. Output: families of samples in the names of OpenTelemetry; and a watch on the event
// loop, which a timer that is late gives away. https://opentelemetry.io/docs/specs/semconv/runtime/nodejs-metrics/

import { Histogram } from '../../base/histogram.ts';
import type { Family } from './exposition.ts';

export interface LoopWatch {
  readonly delays: Histogram;
  stop(): void;
}

/** Milliseconds from one look at the event loop to the next. */
const BEAT = 100;
/** Seconds; a timer of Node's is up to a millisecond late when nothing is in its way. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

export function watchLoop(): LoopWatch {
  const delays = new Histogram(SECONDS);
  let began = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    delays.observe(Math.max(0, now - began - BEAT) / 1000);
    began = now;
  }, BEAT);
  timer.unref();
  return { delays, stop: () => clearInterval(timer) };
}

export function processFamilies({ delays }: LoopWatch): readonly Family[] {
  const { idle, active } = performance.eventLoopUtilization();
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
  return [
    {
      name: 'nodejs_eventloop_delay_seconds',
      type: 'histogram',
      help: `How late a timer was that is due every ${BEAT} ms.`,
      samples: [[{}, delays]],
    },
    {
      name: 'nodejs_eventloop_time_seconds_total',
      type: 'counter',
      help: 'Time that the event loop waited, and time that it worked.',
      samples: [
        [{ nodejs_eventloop_state: 'active' }, active / 1e3],
        [{ nodejs_eventloop_state: 'idle' }, idle / 1e3],
      ],
    },
    {
      name: 'process_cpu_time_seconds_total',
      type: 'counter',
      help: 'Time of the processors, of all threads.',
      samples: [
        [{ cpu_mode: 'system' }, system / 1e6],
        [{ cpu_mode: 'user' }, user / 1e6],
      ],
    },
    gauge('process_memory_usage_bytes', 'Memory of the process that is resident.', rss),
    gauge('nodejs_memory_heap_used_bytes', 'Of the heap of JavaScript, what is used.', heapUsed),
    gauge('nodejs_memory_heap_total_bytes', 'The heap of JavaScript.', heapTotal),
    gauge('nodejs_memory_external_bytes', 'Memory outside of the heap that objects of it hold.', external),
    gauge('process_uptime_seconds', 'Since the process began.', process.uptime()),
  ];
}

function gauge(name: string, help: string, value: number): Family {
  return { name, type: 'gauge', help, samples: [[{}, value]] };
}
