const TaskScreen = () => null

export default TaskScreen
