// A process that starts the thread that keeps the index early, waits until it has failed, and takes it. Says why the one it got failed.

import { Worker } from 'node:worker_threads';
import { startWriterThread, takeWriterThread } from '../../dist/library/writer-thread.js';

const { emit } = Worker.prototype;
const failed = new Promise((done) => {
  Worker.prototype.emit = function (event, ...args) {
    const isHeard = emit.call(this, event, ...args);
    if (event === 'error') done();
    return isHeard;
  };
});
startWriterThread();
// That thread alone does not keep the process.
const alive = setInterval(() => {}, 1000);
await failed;
takeWriterThread().once('error', ({ message }) => {
  process.stdout.write(`began again: ${message}\n`);
  clearInterval(alive);
});
