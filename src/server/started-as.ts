// How the user started Toolscope, so that suggested commands can be typed as shown.

/** `npm start` in a clone sets an environment variable; an installed program is called by its name. */
export function startedAs(environment: NodeJS.ProcessEnv = process.env): 'npm start --' | 'toolscope' {
  return environment['npm_lifecycle_event'] === 'start' ? 'npm start --' : 'toolscope';
}
