// What git says when a name is wrong, or the repository's state is against it.

import { rule } from '../failure-rule.ts';
import { NOTHING_TO_COMMIT_ABROAD } from './other-languages.ts';

const GIT = { command: /\bgit\b|\bgh\b/ };

export const REVISION_MISSING = rule(
  'revision-missing',
  'agent',
  'git knows no such revision, branch, path or remote.',
  [
    /^fatal: (?:bad (?:object|revision)|ambiguous argument|invalid object name|invalid reference|invalid upstream|bad source|needed a single revision|reference is not a tree|bad default revision)/im,
    /^fatal: not a valid object name|^fatal: path '[^\n]{1,300}' (?:does not exist|exists on disk)|^(?:error|fatal): pathspec '|: (?:Pfadspezifikation|le spécificateur de chemin|路径规格) '/im,
    /^fatal: (?:couldn't find remote ref|'[^'\n]{1,200}' is not a commit|unknown revision)|^error: branch '[^\n]{1,200}' not found|^merge: [^\n]{1,200} - not something we can merge|^(?:error|fatal): No such remote:? '|^fatal: '[^'\n/:\\]{1,100}' does not appear to be a git repository/im,
  ],
);

export const NO_UPSTREAM = rule(
  'no-upstream',
  'expected',
  'A branch has no upstream to push to, to pull from or to name.',
  [
    /^fatal: (?:no upstream configured for branch|The current branch [^\n]{1,200} has no upstream branch)|^There is no tracking information for the current branch/m,
  ],
);

/** The last thing said, so that nothing else went wrong after it. */
export const NOTHING_TO_COMMIT = rule(
  'nothing-to-commit',
  'expected',
  'git commit or cherry-pick, and the last line says that the tree is clean.',
  [
    /^(?:nothing|no changes added) to commit(?:, working (?:tree|directory) clean| \([^\n]{1,80}\))\s{0,10}(?![\s\S])/m,
    NOTHING_TO_COMMIT_ABROAD,
    /^Changes not staged for commit:$/m,
    /^nothing added to commit but untracked files present[^\n]{0,80}\s{0,10}(?![\s\S])/m,
  ],
  { command: /\bgit\b[^\n;|&]{0,200}\b(?:commit|cherry-pick|revert|rebase|am)\b/ },
);

/** The last command is git, and it complains in words that no other rule knows. */
export const GIT_SAYS_NO = rule(
  'git-refused',
  'environment',
  'git, run last, reports an error in other words.',
  [/^error: \S/m],
  {
    command: /(?:^|[;&|(\n])\s{0,4}git\b[^;&|\n]{0,500}$/,
  },
);

export const NOT_A_REPOSITORY = rule('git-refused', 'agent', 'git was run in a folder that is in no repository.', [
  /^fatal: not a git repository\b/m,
]);

/** "fatal:" alone says least. */
export const GIT_REFUSED = rule(
  'git-refused',
  'environment',
  'git will not do it in the state the repository is in: conflicts, local changes, a push that is behind.',
  [
    // What the host says of a push
    /^remote: (?:error|fatal): \S/im,
    // Of several conflicts the first
    /^CONFLICT \([^\n]{0,400}(?:\n(?:Auto-merging|CONFLICT) [^\n]{0,400}){0,200}/m,
    /^Could not apply |^error: '[^'\n]{1,300}' does not have a commit checked out|^error: src refspec |^ ! \[(?:remote )?rejected\] /m,
    /\berror: (?:Your local changes|The following untracked|could not |cannot |failed to push|you need to |you have |unable to |[\w-]{1,40} is not possible|patch failed|Pulling is not possible|Committing is not possible)/im,
    /^(?:X )?Pull request [^\n]{1,120} is not mergeable|Pull Request is not mergeable/m,
    /\ba pull request for branch [^\n]{1,200} already exists/,
    /^error: the branch '[^\n]{1,200}' is not fully merged|^The following paths are ignored by one of|^No stash entries found|^error: the following files? ha/m,
    /^pull request create failed: |^aborted: you must first push|^GraphQL: [^\n]{1,300}\((?:merge|create)PullRequest\)/m,
    // What was said before these tells why.
    /^fatal: (?!Could not read from remote repository|the remote end hung up)/im,
  ],
  GIT,
);
