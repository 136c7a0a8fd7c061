// Pages that few people open first: their code is loaded when they are opened.

import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Trouble, Waiting } from './states.tsx';

/** The same for a part of a page that can do without it: nothing stands there until it comes, or if it cannot. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPart(props: Props): ComponentChildren {
    const [, setIsLoaded] = useState(loaded !== undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (part) => {
          loaded = part;
          setIsLoaded(true);
        },
        () => undefined,
      );
    }, []);
    const Part = loaded;
    return Part === undefined ? null : <Part {...props} />;
  };
}

/** A component that stands for one that is still to be loaded. Loaded once. */
export function lazyPage<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPage(props: Props): ComponentChildren {
    const [, setIsLoaded] = useState(loaded !== undefined);
    const [error, setError] = useState<Error | undefined>(undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (page) => {
          loaded = page;
          setIsLoaded(true);
        },
        (reason: unknown) => setError(reason instanceof Error ? reason : new Error(String(reason))),
      );
    }, []);
    const Page = loaded;
    if (Page !== undefined) return <Page {...props} />;
    // A newer Toolscope may have taken the place of the one that this page came from.
    if (error !== undefined) return <Trouble error={error} again={() => location.reload()} />;
    return <Waiting what="Loading the page…" />;
  };
}
