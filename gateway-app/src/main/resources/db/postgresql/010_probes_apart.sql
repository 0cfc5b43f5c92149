-- Lanes that are to be probed stand apart: however many are due, those that are well are found without them.

DROP INDEX lane_wake;
CREATE INDEX lane_wake ON lane (channel, wake_at)
  WHERE node IS NULL AND work_at IS NOT NULL AND state = 'closed';
CREATE INDEX lane_probe ON lane (channel, wake_at)
  WHERE node IS NULL AND work_at IS NOT NULL AND state <> 'closed';
