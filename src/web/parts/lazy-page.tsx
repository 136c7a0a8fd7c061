// Pages that few people open first: their code is loaded when they are opened.

import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Trouble, Waiting } from './states.tsx';

/** A component that stands for one that is still to be loaded, once. `meanwhile` is there until it comes, or if it cannot. */
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
        (reason: unknown) => setError(reason instanceof Error ? reason : new Error(String(reason))),
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
      // A newer Toolscope may have taken the place of the one that this page came from.
      <Trouble error={error} again={() => location.reload()} />
    ),
  );
}

/** The same for a part of a page that can do without it. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  return lazy(load, () => null);
}
