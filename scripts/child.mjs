// Child processes: start one, pass signals on to it, and report how it ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs a program to its end and resolves to `{ code, signal, interruptedBy }`; `interruptedBy` is the signal that this
 * process received meanwhile. Rejects only when the program cannot be started.
 */
export async function run(command, args, options) {
  let interruptedBy;
  const child = spawn(command, args, options);
  const passOn = (signal) => {
    interruptedBy = signal;
    child.kill(signal);
  };
  for (const signal of PASSED_ON) process.on(signal, passOn);
  try {
    const [code, signal] = await once(child, 'close');
    return { code, signal, interruptedBy };
  } finally {
    for (const signal of PASSED_ON) process.off(signal, passOn);
  }
}
