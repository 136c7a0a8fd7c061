// How the person starts Toolscope, so that advice can be typed as it stands.

/** `npm start` in a clone says so in the environment; what is installed is called by its name. */
export function startedAs(environment: NodeJS.ProcessEnv = process.env): 'npm start --' | 'toolscope' {
  return environment['npm_lifecycle_event'] === 'start' ? 'npm start --' : 'toolscope';
}
