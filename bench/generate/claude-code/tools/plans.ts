// The calls about the work itself: todos, the task board, plans, questions, skills, findings.

import { escapeText } from '../../text-pools.ts';
import { adjective, noun, relativePath, sentence, title, verb } from '../../words.ts';
import { failure, type Play, quoted, type Stage, success, type TodoItem } from '../play.ts';

const TODO_TEXT =
  'Todos have been modified successfully. Ensure that you continue to use the todo list to track your progress. Please proceed with the current tasks if applicable';

function nextTodos(stage: Stage): readonly TodoItem[] {
  const { rng, todos } = stage;
  const open = todos.findIndex((item) => item.status !== 'completed');
  if (open === -1) {
    return Array.from({ length: rng.between(3, 7) }, (_, index) => {
      const content = title(rng);
      return {
        content,
        status: index === 0 ? ('in_progress' as const) : ('pending' as const),
        activeForm: `Now: ${content}`,
      };
    });
  }
  return todos.map((item, index) => {
    if (index === open) return { ...item, status: 'completed' as const };
    return index === open + 1 ? { ...item, status: 'in_progress' as const } : item;
  });
}

export function todoWrite(stage: Stage): Play {
  const before = stage.todos;
  const after = nextTodos(stage);
  stage.todos = after;
  const structured = `{"oldTodos":${JSON.stringify(before)},"newTodos":${JSON.stringify(after)}}`;
  const outcome = success(JSON.stringify(TODO_TEXT), structured, stage.rng.size(40, 900, 20_000));
  return { tool: 'TodoWrite', input: `{"todos":${JSON.stringify(after)}}`, outcome };
}

export function taskCreate(stage: Stage): Play {
  const { rng, board } = stage;
  const subject = title(rng);
  const id = String(board.length + 1);
  board.push({ id, subject, status: 'pending' });
  const input = `{"subject":${JSON.stringify(subject)},"description":${JSON.stringify(`${sentence(rng)} ${sentence(rng)}`)},"activeForm":${JSON.stringify(`Now: ${subject}`)}}`;
  const structured = `{"task":{"id":"${id}","subject":${JSON.stringify(subject)}}}`;
  return {
    tool: 'TaskCreate',
    input,
    outcome: success(JSON.stringify(`Task #${id} created successfully: ${subject}`), structured, rng.between(1, 60)),
  };
}

export function taskUpdate(stage: Stage): Play {
  const { rng, board } = stage;
  const item = board.find((task) => task.status !== 'completed');
  if (item === undefined) return taskCreate(stage);
  if (rng.chance(0.007)) {
    // A failure that only the text shows: is_error is absent.
    const structured = `{"success":false,"taskId":"99","updatedFields":[],"error":"Task not found"}`;
    return {
      tool: 'TaskUpdate',
      input: '{"taskId":"99","status":"completed"}',
      outcome: { ...success('"Task not found"', structured, 2), status: 'error' },
    };
  }
  const from = item.status;
  const to = from === 'pending' ? 'in_progress' : 'completed';
  item.status = to;
  const structured = `{"success":true,"taskId":"${item.id}","updatedFields":["status"],"statusChange":{"from":"${from}","to":"${to}"}}`;
  const input = `{"taskId":"${item.id}","status":"${to}"}`;
  return {
    tool: 'TaskUpdate',
    input,
    outcome: success(`"Updated task #${item.id} status"`, structured, rng.between(1, 400)),
  };
}

export function taskList(stage: Stage): Play {
  const { board, rng } = stage;
  const text = board.map((task) => `#${task.id} [${task.status}] ${task.subject}`).join('\n');
  const structured = `{"tasks":${JSON.stringify(board.map((task) => ({ ...task, blockedBy: [] })))}}`;
  return {
    tool: 'TaskList',
    input: '{}',
    outcome: success(JSON.stringify(text === '' ? 'No tasks found' : text), structured, rng.between(1, 9)),
  };
}

export function askUser(stage: Stage): Play {
  const { rng, dialect } = stage;
  const questions = Array.from({ length: rng.between(1, 3) }, () => ({
    question: `Which ${noun(rng)} should the ${adjective(rng)} ${noun(rng)} ${verb(rng)}?`,
    header: noun(rng),
    options: Array.from({ length: rng.between(2, 4) }, () => ({
      label: `${verb(rng)} ${noun(rng)}`,
      description: sentence(rng),
    })),
    multiSelect: false,
  }));
  const answers = Object.fromEntries(
    questions.map((item) => [item.question, rng.chance(0.8) ? (item.options[0]?.label ?? '') : sentence(rng)]),
  );
  const pairs = Object.entries(answers)
    .map(([question, answer]) => `"${question}"="${answer}"`)
    .join(', ');
  const text = dialect.attachments
    ? `Your questions have been answered: ${pairs}. You can now continue with these answers in mind.`
    : `User has answered your questions: ${pairs}. You can now continue with the user's answers in mind.`;
  const notes = dialect.attachments ? ',"annotations":{}' : '';
  const structured = `{"questions":${JSON.stringify(questions)},"answers":${JSON.stringify(answers)}${notes}}`;
  return {
    tool: 'AskUserQuestion',
    input: `{"questions":${JSON.stringify(questions)}}`,
    outcome: success(JSON.stringify(text), structured, rng.size(73_000, 500_000, 3_200_000)),
  };
}

export function exitPlan(stage: Stage): Play {
  const { rng, pools, facts } = stage;
  const plan = pools.prose(rng, rng.size(3200, 15_000, 20_000));
  const saved = rng.chance(0.5);
  const path = `/home/dev/.claude/plans/${facts.nickname}.md`;
  const more = saved ? `\\n\\nYour plan has been saved to: ${path}\\n\\n## Approved Plan:\\n${plan}` : '';
  const text = `User has approved your plan. You can now start coding. Start with updating your todo list if applicable${more}`;
  const structured = `{"plan":"${plan}","isAgent":false${saved ? `,"filePath":"${path}"` : ''}}`;
  return {
    tool: 'ExitPlanMode',
    input: `{"plan":"${plan}"}`,
    outcome: success(quoted(text), structured, rng.size(87_000, 400_000, 1_000_000)),
  };
}

export function enterPlan(stage: Stage): Play {
  const message =
    'Entered plan mode. You should now focus on exploring the codebase and designing an implementation approach.';
  const content = quoted(`${message}\\n\\n${stage.pools.prose(stage.rng, 440)}`);
  return {
    tool: 'EnterPlanMode',
    input: '{}',
    outcome: success(content, `{"message":"${message}"}`, stage.rng.between(1, 9000)),
  };
}

/** A skill's result is one line; its body follows as a message of its own. */
export function skill(stage: Stage): Play {
  const { rng, pools } = stage;
  const name = `${noun(rng)}:${verb(rng)}-${noun(rng)}`;
  const args = rng.chance(0.57) ? `,"args":${JSON.stringify(title(rng))}` : '';
  const input = `{"skill":"${name}"${args}}`;
  if (rng.chance(0.048)) return { tool: 'Skill', input, outcome: failure(`Unknown skill: ${name}`, 12) };
  const outcome = success(
    `"Launching skill: ${name}"`,
    `{"success":true,"commandName":"${name}"}`,
    rng.between(60, 9000),
  );
  return { tool: 'Skill', input, outcome, injected: pools.prose(rng, rng.size(900, 7000, 40_000)) };
}

export function reportFindings(stage: Stage): Play {
  const { rng } = stage;
  const findings = Array.from({ length: rng.between(6, 14) }, () => ({
    file: relativePath(rng, 'go'),
    line: rng.between(1, 800),
    summary: sentence(rng),
    failure_scenario: `${sentence(rng)} ${sentence(rng)} ${sentence(rng)}`,
    verdict: rng.pick(['confirmed', 'plausible']),
  }));
  const json = JSON.stringify(findings);
  const structured = `{"count":${findings.length},"level":"high","findings":${json}}`;
  return {
    tool: 'ReportFindings',
    input: `{"findings":${json},"level":"high"}`,
    outcome: success(`"Reported ${findings.length} findings."`, structured, rng.between(2, 90)),
  };
}

export function sendMessage(stage: Stage): Play {
  const { rng, pools } = stage;
  const message = pools.prose(rng, rng.size(1200, 2600, 6000));
  const to = `a${rng.hex(16)}`;
  const structured = `{"success":true,"message":"Message sent to ${to}","routing":{"sender":"lead","target":"${to}"}}`;
  const content = `[{"type":"text","text":"${escapeText(structured)}"}]`;
  return {
    tool: 'SendMessage',
    input: `{"to":"${to}","message":"${message}","summary":${JSON.stringify(title(rng))}}`,
    outcome: success(content, structured, rng.between(2, 90)),
  };
}
