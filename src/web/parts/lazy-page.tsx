// Pages whose code is loaded on demand: few users open them first.

import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { asError } from '../state/as-error.ts';
import { Trouble, Waiting } from './states.tsx';

/** A component that loads another one, once. `meanwhile` is shown until it is loaded, or if that fails. */
function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: (error: Error | undefined) => ComponentChildren,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function Lazy(props: Props): ComponentChildren {
    const [, setIsLoaded] = useState(loaded !== undefined);
    const [error, setError] = useState<Error | undefined>(undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          setIsLoaded(true);
        },
        (reason: unknown) => setError(asError(reason)),
      );
    }, []);
    const Loaded = loaded;
    return Loaded === undefined ? meanwhile(error) : <Loaded {...props} />;
  };
}

export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(load, (error) =>
    error === undefined ? (
      <Waiting what="Loading the page…" />
    ) : (
      // Toolscope may have been updated since this page was loaded.
      <Trouble error={error} again={() => location.reload()} />
    ),
  );
}

/** The same for an optional part of a page. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(load, () => null);
}
